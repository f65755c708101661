import { operationRoute } from '../../contract/operations.ts';
import { allOf } from '../../contract/describe.ts';
import { testableRequirements } from '../../contract/requirements.ts';
import { NO_STATUS } from '../../suite/responses/response.ts';
import { type Cause, causeOf, type Reading } from './cause.ts';
import { faultOf, kindOfName } from './create-causes.ts';
import { isWithoutKey, petIdOf, type SeenExchange, type SeenRun } from './seen-exchanges.ts';
import { describeWrongFields, type Fault } from './wrong-fields.ts';

/** Mistakes by which requests get no response. */
export const connectionCauses: readonly Cause[] = [
  causeOf<Fault>({
    id: 'connection-closed',
    // A controlled trial showed that the request itself is the reason, whatever it is about.
    explains: testableRequirements.map(({ id }) => id),
    readsUnanswered: true,
    reads: (seen, run): readonly Reading<Fault>[] => {
      const value = triedBy(seen, run);
      const isClosed = seen.status === NO_STATUS;
      return value === null ? [] : [{ group: `${value.field} ${value.kind}`, agrees: isClosed, value }];
    },
    sentence: (groups) => {
      const tried = describeWrongFields(groups.flatMap(({ values }) => values));
      return `The connection is closed without a response for ${allOf(tried)}.`;
    },
    fix: 'Find in the log of the service what ends these requests: an error that no handler catches, or a process that ends. Respond to each of them.',
  }),
];

/** What a request tries: its key, or what distinguishes its body or its id from those of other requests. */
function triedBy(seen: SeenExchange, run: SeenRun): Fault | null {
  const { operation, key } = seen;
  if (operation === 'other') return null;
  if (isWithoutKey(seen)) return { field: `${operationRoute(operation)} with a ${key} key`, kind: '' };
  const id = petIdOf(seen);
  if (key !== 'valid' || (operation === 'listPets' && !seen.isPlainQuery)) return null;
  if (operation === 'listPets') return { field: operationRoute(operation), kind: '' };
  if (operation === 'getPet') return id === null ? null : { field: 'petId', kind: kindOfId(seen, id, run) };
  const kind = kindOfName(seen, run);
  return faultOf(seen) ?? (kind === undefined ? { field: 'a valid pet', kind: '' } : { field: 'name', kind });
}

function kindOfId(seen: SeenExchange, id: bigint, run: SeenRun): string {
  if (run.isKnownBefore(seen, id)) return 'of a known pet';
  if (id <= 0n) return 'zero or negative';
  return id === BigInt.asIntN(32, id) ? 'unknown, of up to 32 bits' : 'unknown, of more than 32 bits';
}
