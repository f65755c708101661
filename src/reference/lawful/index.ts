import { combinedVariants, singleVariants } from './combined-variants.ts';
import type { Lawful } from './lawful-service.ts';

/** Every lawful service, each with its own id. */
export const lawfulServices: readonly Lawful[] = [...singleVariants, ...combinedVariants];
