import { describe, expect, it } from 'vitest';
import { allowedRejection, isMaximum, type OpenCause, raise, readReason } from '../../../src/suite/reasons.ts';
import { obstacleAfter } from '../../../src/suite/responses/transport-failures.ts';

describe('the reason of a check that is not settled', () => {
  it('has a cause only if one is given', () => {
    expect(readReason('Nothing came.')).toEqual({ reason: 'Nothing came.' });
    expect(readReason(allowedRejection('The service rejected this name'))).toEqual({
      reason: 'The service rejected this name, as the contract allows.',
      cause: 'allowed-rejection',
    });
  });

  it.each<[OpenCause | undefined, boolean]>([
    ['max-creates', true],
    ['max-requests', true],
    ['max-wrong-keys', true],
    ['no-response', false],
    ['catalogue', false],
    [undefined, false],
  ])('%s is a maximum of the run: %s', (cause, expected) => {
    expect(isMaximum(cause)).toBe(expected);
  });

  it('names the setting of a maximum', () => {
    expect(raise('max-wrong-keys')).toBe('Raise --max-wrong-keys (PETSTORE_MAX_WRONG_KEYS).');
  });
});

describe('the obstacle after a fixture', () => {
  it('keeps a maximum of the run as its cause', () => {
    expect(obstacleAfter({ reason: 'Full.', cause: 'max-creates' }, 'Raise it.')).toEqual({
      reason: 'Full.',
      cause: 'max-creates',
      howToResolve: 'Raise it.',
    });
  });

  it('has no other cause, since a repeat of the case does not make the fixture again', () => {
    expect(obstacleAfter({ reason: 'It was late.', cause: 'no-response' }, null)).toEqual({
      reason: 'It was late.',
      howToResolve: null,
    });
  });
});
