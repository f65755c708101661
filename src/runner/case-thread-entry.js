import { workerData } from 'node:worker_threads';
import { keepCode } from './code-cache.js';
import { resolveImportsByPath } from './imports-by-path.js';

// The thread of the cases. What it is made of is imported only when its code can come from the cache.

if (workerData.keepsCode === true) keepCode();
resolveImportsByPath();
await import('./case-loop.ts');
