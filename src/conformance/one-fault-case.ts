import type { LawfulNewPet } from '../generate/lawful-new-pets.ts';
import { oneFaultBodies, type FaultKind, type OneFaultBody } from '../generate/one-fault-bodies.ts';
import { proveOneFault } from '../generate/prove-one-fault.ts';
import { HarnessFault } from './judge.ts';
import type { StoredMarks } from './expectations/expect-nothing-stored.ts';
import type { NamedBody, UnmarkedBody } from './expectations/expect-unmarked-not-stored.ts';

/** The bodies of some kinds of fault, and where a field is named only those that spoil it. */
export function bodiesWith(kinds: readonly FaultKind[], field?: string): readonly OneFaultBody[] {
  return oneFaultBodies().filter((body) => kinds.includes(body.kind) && (field === undefined || body.field === field));
}

/** A body ready to be sent, and what an animal stored for it would show. */
export interface SpoiltBody {
  readonly body: string;
  readonly marks: StoredMarks;
}

/**
 * Spoils a lawful body in the one way that the fault names, and proves that nothing else is wrong with it; throws where
 * that proof fails. A category marks an animal only where no other animal can have it.
 */
export function spoil(fault: OneFaultBody, lawful: LawfulNewPet, categoryIsOwn: boolean): SpoiltBody {
  const built = fault.build(lawful);
  proveOneFault(built, fault);
  const { name, status, categoryId } = built.marks;
  return {
    body: built.body,
    marks: {
      ...(name === undefined ? {} : { name }),
      ...(status === undefined ? {} : { status }),
      ...(categoryId === undefined || !categoryIsOwn ? {} : { categoryId }),
    },
  };
}

/** Any lawful animal will do for a body that holds neither its name nor a category of its own. */
const ANY: LawfulNewPet = { name: 'Unmarked', categoryId: 1n, status: 'sold' };

/** The bodies by which no stored animal could be recognised, since it would have neither a name nor an own category. */
export function unmarkedBodies(categoryIsOwn: boolean): readonly UnmarkedBody[] {
  return oneFaultBodies().flatMap((fault) => {
    const { body, marks } = spoil(fault, ANY, categoryIsOwn);
    return marks.name === undefined && marks.categoryId === undefined ? [{ title: fault.title, body }] : [];
  });
}

/** A body to be refused for its status alone, so that an animal that is stored for it would have the name of the lawful one. */
export function namedBody(lawful: LawfulNewPet): NamedBody {
  const [fault] = bodiesWith(['not-in-enumeration'], 'status');
  if (fault === undefined) throw new HarnessFault('No status is outside the enumeration.');
  return { body: spoil(fault, lawful, false).body, name: lawful.name };
}
