/** A key that no text contains by chance. */
export const FLEET_KEY = 'sk_test_4f9Kq7Zr2mXw8bTn';
