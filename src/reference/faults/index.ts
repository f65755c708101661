import { connectionFaults } from './connection-faults.ts';
import { crashFaults } from './crash-faults.ts';
import { createAcceptanceFaults } from './create-acceptance-faults.ts';
import { createBodyFaults } from './create-body-faults.ts';
import { createCategoryFaults } from './create-category-faults.ts';
import { createIdFaults } from './create-id-faults.ts';
import { createNameAndNullFaults } from './create-name-and-null-faults.ts';
import { createResponseFaults } from './create-response-faults.ts';
import { createStatusFaults } from './create-status-faults.ts';
import { createStoringFaults } from './create-storing-faults.ts';
import { errorShapeFaults } from './error-shape-faults.ts';
import type { Fault } from './fault.ts';
import { invalidKeyFaults } from './invalid-key-faults.ts';
import { keyOrderFaults } from './key-order-faults.ts';
import { lateFaults } from './late-faults.ts';
import { listingFilterFaults } from './listing-filter-faults.ts';
import { listingFormFaults } from './listing-form-faults.ts';
import { listingLimitFaults } from './listing-limit-faults.ts';
import { listingPetsFaults } from './listing-pets-faults.ts';
import { misreadKeyFaults } from './misread-key-faults.ts';
import { missingKeyFaults } from './missing-key-faults.ts';
import { petShapeFaults } from './pet-shape-faults.ts';
import { readingOneFaults } from './reading-one-faults.ts';
import { responseTextFaults } from './response-text-faults.ts';
import { spellingFaults } from './spelling-faults.ts';
import { storedNamesFaults } from './stored-names-faults.ts';
import { storedValuesFaults } from './stored-values-faults.ts';
import { wireFaults } from './wire-faults.ts';

/** Every fault, each with its own id. */
export const faults: readonly Fault[] = [
  ...responseTextFaults,
  ...wireFaults,
  ...connectionFaults,
  ...petShapeFaults,
  ...errorShapeFaults,
  ...listingLimitFaults,
  ...listingFilterFaults,
  ...listingFormFaults,
  ...listingPetsFaults,
  ...createBodyFaults,
  ...createNameAndNullFaults,
  ...createCategoryFaults,
  ...createStatusFaults,
  ...createAcceptanceFaults,
  ...spellingFaults,
  ...storedValuesFaults,
  ...storedNamesFaults,
  ...createResponseFaults,
  ...createIdFaults,
  ...createStoringFaults,
  ...readingOneFaults,
  ...missingKeyFaults,
  ...invalidKeyFaults,
  ...misreadKeyFaults,
  ...keyOrderFaults,
  ...crashFaults,
  ...lateFaults,
];
