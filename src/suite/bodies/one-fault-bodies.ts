import type { JsonValue } from '../../contract/json.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import { misplacedFieldBodies, missingFieldBodies, wrongValueBodies } from './field-faults.ts';
import { malformedBodies } from './malformed-bodies.ts';
import type { OneFaultBody } from './one-fault-body.ts';
import { readSchemaFields } from './schema-fields.ts';
import { emptyBodies, notAnObjectBodies } from './whole-body-faults.ts';

export type { BuiltBody, FaultKind, Marks, OneFaultBody } from './one-fault-body.ts';

const RELATED: readonly JsonValue[] = Object.values(CONTRACT_SCHEMAS);

/** All one-fault bodies for `POST /pets` (part 4.2), derived from the NewPet schema: another schema gives another list. */
export function oneFaultBodies(
  schema: JsonValue = CONTRACT_SCHEMAS.newPet,
  related: readonly JsonValue[] = RELATED,
): readonly OneFaultBody[] {
  const fields = readSchemaFields(schema, related);
  return [
    ...missingFieldBodies(fields),
    ...misplacedFieldBodies(fields),
    ...wrongValueBodies(fields),
    ...notAnObjectBodies(fields),
    ...emptyBodies(),
    ...malformedBodies(fields),
  ];
}
