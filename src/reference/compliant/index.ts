import { combinedVariants, singleVariants } from './combined-variants.ts';
import type { CompliantVariant } from './compliant-variant.ts';

/** Every compliant variant, each with its own id. */
export const compliantVariants: readonly CompliantVariant[] = [...singleVariants, ...combinedVariants];
