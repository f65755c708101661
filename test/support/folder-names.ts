/** A folder name with special characters of patterns, URLs and shells. */
export const ODD_NAME = 'x (1) a[1]b a{b} # 5% a%20b ünï-猫';
