import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../../../src/report/html/anchors.ts';
import { check, exchange, reportOf } from '../../../support/fake-records.ts';
import { requirement } from '../../../support/terminal-reports.ts';

describe('addresses within the page', () => {
  it('are the ids of requirements and exchanges', () => {
    const report = {
      ...reportOf({}),
      requirements: [requirement('GET-OK', 'verified')],
      exchanges: [exchange('x7'), exchange('again-1')],
    };
    const anchors = anchorsOf(report);
    expect(anchors.requirement('GET-OK')).toEqual({ id: 'GET-OK' });
    expect(anchors.exchange('x7')).toEqual({ id: 'x7' });
    expect(anchors.exchange('again-1')).toEqual({ id: 'again-1' });
    expect(anchors.exchange('x8')).toBeUndefined();
  });

  it('stand for checks by a digest that is the same in every report', () => {
    const one = check('GET-OK', 'satisfied');
    const alone = anchorsOf({ ...reportOf({}), checks: [one] }).of(one);
    const among = anchorsOf({ ...reportOf({}), checks: [check('GET-SAME', 'satisfied'), one] }).of(one);
    expect(alone.id).toMatch(/^check-[0-9a-f]{12}$/);
    expect(among).toEqual(alone);
  });

  it('never occur twice, and never are those of a section', () => {
    const checks = [check('GET-OK', 'satisfied'), check('GET-OK', 'violated')];
    const strange = [exchange('top'), exchange('x1'), exchange('x1'), exchange('"><script>')];
    const anchors = anchorsOf({ ...reportOf({}), checks, exchanges: strange });
    const ids = [...checks, ...strange].map((each) => anchors.of(each).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z0-9.-]+$/.test(id))).toBe(true);
    expect(ids).not.toContain('top');
  });
});
