import { describe, expect, it } from 'vitest';
import { watchFaults } from '../../../lab/watch-faults.ts';
import type { StepChange } from '../../../src/reference/service-steps.ts';
import { startReference } from '../../../src/reference/reference-service.ts';
import { composeChanges, replace } from '../../../src/reference/step-changes.ts';

/** The faults that a service with these ones replaces after one list with its key, and with a wrong one if asked for. */
async function replacedAmong(applies: Readonly<Record<string, StepChange>>, { wrongKey = true } = {}) {
  const watch = watchFaults(Object.entries(applies).map(([id, apply]) => ({ id, apply })));
  const { url, key, close } = await startReference({ pets: 3, changes: watch.changes });
  for (const token of wrongKey ? [key, 'wrong'] : [key]) {
    await fetch(`${url}/pets?limit=2`, { headers: { Authorization: `Bearer ${token}` } }).then((page) => page.text());
  }
  await close();
  return watch.replaced();
}

const firstOnly = replace({ page: (matches) => matches.slice(0, 1) });
const oneLess: StepChange = (base) => ({ page: (matches, limit, filter) => base.page(matches, limit - 1, filter) });
const errorIsNull = replace({ renderError: () => null });

describe('a watched fault', () => {
  it('is replaced if the service takes its step in the version of another fault', async () => {
    expect(await replacedAmong({ earlier: oneLess, later: firstOnly })).toEqual(['earlier']);
  });

  it('is not replaced if the other fault calls its step', async () => {
    expect(await replacedAmong({ earlier: firstOnly, later: oneLess })).toEqual([]);
  });

  it('is not replaced if the service took one of its steps, or never came to one', async () => {
    const both = composeChanges(oneLess, errorIsNull);
    expect(await replacedAmong({ both, later: firstOnly })).toEqual([]);
    expect(await replacedAmong({ both, later: firstOnly }, { wrongKey: false })).toEqual([]);
    expect(await replacedAmong({ errorIsNull }, { wrongKey: false })).toEqual([]);
  });
});
