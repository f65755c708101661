export { buildConnector, Client } from 'undici';
