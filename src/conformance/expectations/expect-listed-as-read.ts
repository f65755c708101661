import { petDifferences, type Pet } from '../../contract/pet.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { findOnPage, type Page } from '../page.ts';
import { expectSameAnimal } from './expect-same-animal.ts';

/** How often both are looked at again: an animal that goes to and fro between two states may fall in step a few times. */
const MORE_LOOKS = 5;

/**
 * Judges that the list shows an animal with the values that reading it alone shows (parts 4.1 and 4.3). It may belong to
 * another client and change at any time, so a difference counts only where both answers stay as they are.
 */
export async function expectListedAsRead(client: CaseClient, judge: Judge, page: Page, listed: Pet): Promise<void> {
  const read = await client.read(listed.id);
  const answers = [page.answer, read.answer];
  if (petDifferences(read.pet, listed).length === 0) {
    expectSameAnimal(judge, 'LIST-SAME', read.pet, listed, answers);
    return;
  }
  if (await isSteady(client, page, listed, read.pet)) expectSameAnimal(judge, 'LIST-SAME', read.pet, listed, answers);
  else
    judge.notVerified(
      'LIST-SAME',
      'The animal changed between two looks at it.',
      'Run again while fewer clients write.',
      answers,
    );
}

/** Looks in either order in turn, so that changes that keep step with the requests do not stay in step. */
async function isSteady(client: CaseClient, page: Page, listed: Pet, read: Pet): Promise<boolean> {
  const staysListed = async (): Promise<boolean> => {
    const again = findOnPage(await client.list(page.query), listed.id);
    return again !== undefined && petDifferences(listed, again).length === 0;
  };
  const staysRead = async (): Promise<boolean> => {
    const again = await client.read(listed.id);
    return petDifferences(read, again.pet).length === 0;
  };
  for (let look = 0; look < MORE_LOOKS; look += 1) {
    const [first, second] = look % 2 === 0 ? [staysListed, staysRead] : [staysRead, staysListed];
    if (!(await first()) || !(await second())) return false;
  }
  return true;
}
