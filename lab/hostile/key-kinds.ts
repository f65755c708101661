/** Keys of eight kinds, by alphabet, structure and length. */
export const KEY_KINDS: readonly (readonly [kind: string, key: string])[] = [
  ['letters and digits after a prefix', 'sk_test_4f9Kq7Zr2mXw8bTn'],
  ['signs that look encoded', String.raw`c4n4ry/+="'<>&%20%2541&amp;\u0041$~1(x)#;==`],
  ['hexadecimal', '9f86d081884c7d659a2feaa0c55ad015'],
  ['a UUID', '3d6f4a12-8b7e-4c59-9a31-0e2f5d7c6b84'],
  ['digits', '8812736451209347'],
  ['base64 with padding', 'c2VjcmV0LWtleS1vZi10ZXN0+/8=='],
  [
    'a JSON Web Token',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwZXRzIiwiaWF0IjoxNzM1Njg5NjAwfQ.4f9Kq7Zr2mXw8bTn-Jd_5sQeVhYp3uLa0cGiWz6RtNk',
  ],
  ['eight characters', 'Zq7-xK2m'],
];
