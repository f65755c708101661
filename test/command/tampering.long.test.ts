import { describeTampering } from './tampering.ts';

describeTampering(600, 300);
