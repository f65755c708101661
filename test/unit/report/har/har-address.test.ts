import { describe, expect, it } from 'vitest';
import { harAddress, harQuery } from '../../../../src/report/har/har-address.ts';

describe('an address in HAR', () => {
  it.each([
    ['http://127.0.0.1:1/v1/pets?limit=7&status=sold', 'http://127.0.0.1:1/v1/pets?limit=7&status=sold'],
    ['https://h.example/v1/../pets', 'https://h.example/v1/../pets'],
    ['http://[::1]:8/v1', 'http://[::1]:8/v1'],
    ['http://h/v1/pets?key=[key]', 'http://h/v1/pets?key=%5Bkey%5D'],
    ['http://h/100%', 'http://h/100%25'],
    ['http://h/a#b#c', 'http://h/a#b%23c'],
    ['http://h/a b|c', 'http://h/a%20b%7Cc'],
    ['http://h/\uD800', 'http://h/%EF%BF%BD'],
    ['no address', 'about:invalid'],
    ['javascript:alert(1)', 'about:invalid'],
    ['', 'about:invalid'],
  ])('%s is %s', (url, address) => {
    expect(harAddress(url)).toBe(address);
  });

  it('has its parameters listed, decoded', () => {
    expect(harQuery('http://h/v1?a=b%20c&a=d&e')).toEqual([
      { name: 'a', value: 'b c' },
      { name: 'a', value: 'd' },
      { name: 'e', value: '' },
    ]);
    expect(harQuery('http://h/v1')).toEqual([]);
    expect(harQuery('no?address')).toEqual([]);
  });
});
