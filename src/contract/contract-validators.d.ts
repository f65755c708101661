import type { ValidateFunction } from 'ajv';

/** The schemas of the contract as code. `this` is the document that a value stands in; `errors` have no messages. */
export declare const pet: ValidateFunction;
export declare const newPet: ValidateFunction;
export declare const pets: ValidateFunction;
export declare const petStatus: ValidateFunction;
export declare const error: ValidateFunction;
