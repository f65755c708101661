import type { ValidateFunction } from 'ajv';

/** schemas/report.schema.json as code. `errors` have no messages. */
export declare const validate: ValidateFunction;
