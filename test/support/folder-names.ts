/** Names of folders with signs that mean something in patterns, URLs or shells. */
export const FOLDER_NAMES = ['x (1)', 'a[1]b', 'a{b}', '# 5%', 'a%20b', 'ünï-猫'] as const;
