/** The case under which the requests of the set-up are judged and reported. */
export const SET_UP_CASE = 'set-up';
