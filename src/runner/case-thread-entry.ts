import { keepCode } from './code-cache.ts';

// The thread of the cases. What it is made of is imported only when its code can come from the cache.

keepCode();
await import('./case-loop.ts');
