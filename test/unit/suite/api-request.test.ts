import { expect, it } from 'vitest';
import { listPath, type ListQuery } from '../../../src/suite/api-request.ts';

it.each<[ListQuery, string]>([
  [{}, '/pets'],
  [{ limit: 100, status: 'available' }, '/pets?limit=100&status=available'],
  [{ limit: 99, status: 'available' }, '/pets?status=available&limit=99'],
])('the path for %j is %s', (query, path) => {
  expect(listPath(query)).toBe(path);
});
