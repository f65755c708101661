import { loadSpecs } from '../load-specs.ts';

await loadSpecs('full');
