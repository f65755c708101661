/** The name of a folder with signs that mean something in patterns, URLs or shells. */
export const ODD_NAME = 'x (1) a[1]b a{b} # 5% a%20b ünï-猫';
