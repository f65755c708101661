import { describe, expect, it } from 'vitest';
import { parseSubject, subjectText } from '../../../src/gate/attestation.ts';

const DIGEST = `sha256:${'0a'.repeat(32)}`;

describe('a build', () => {
  it.each(['app', 'registry.example:5000/team/app', 'app@1.2.3', 'pkg:npm/%40team/app@1'])('has a name: %s', (name) => {
    const subject = parseSubject(`${name}@${DIGEST}`);
    expect(subject).toEqual({ name, sha256: '0a'.repeat(32) });
    expect(subject === null ? '' : subjectText(subject)).toBe(`${name}@${DIGEST}`);
  });

  it('is nothing else', () => {
    const unnamed = ['', 'app', DIGEST, `@${DIGEST}`, `a b@${DIGEST}`];
    const undigested = [`app@${DIGEST}0`, `app@${DIGEST.toUpperCase()}`, 'app@sha1:00'];
    for (const text of [...unnamed, ...undigested]) expect(parseSubject(text)).toBeNull();
  });
});
