import { describeTampering } from './tampering.ts';

describeTampering(60, 40);
