export { suiteVersion } from '../cli/suite-version.ts';
