import { workerData } from 'node:worker_threads';
import { keepCode } from './code-cache.js';

// The thread of the cases. What it is made of is imported only when its code can come from the cache.

(await import('./own-imports.js')).resolveOwnImports();
if (workerData.keepsCode === true) keepCode();
await import('./case-loop.ts');
