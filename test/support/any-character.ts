import * as fc from 'fast-check';

/** Any Unicode character, as the `unit` of a string. fast-check's unit "binary" needs seconds to prepare. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff - 0x800 }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
