import { DEFAULT_DEPTH } from '../contract/json.ts';

/** How requests go over the network, and how much of what comes back is read. */
export interface NetworkSettings {
  readonly trust: Trust;
  /** The proxy through which every connection goes; null where they go straight to the target. */
  readonly proxy: Proxy | null;
  /** The most requests sent in a second; null where only `concurrency` bounds them. */
  readonly requestsPerSecond: number | null;
  /** The most requests that the run sends, those that are sent again included. */
  readonly maxRequests: number;
  readonly sizes: ReadSizes;
  /** How many levels of arrays and objects are read of a body; a deeper one is given up. */
  readonly maxDepth: number;
}

/** Which certificates of a target are believed. */
export interface Trust {
  /** Further authorities as PEM, with the file that they were read from; null where those of the machine are enough. */
  readonly authorities: { readonly file: string; readonly pem: string } | null;
  /** True where any certificate is believed, so that nobody knows whose answers were judged. */
  readonly insecure: boolean;
}

/** A forward proxy, used by CONNECT alone: what it answers itself must never be taken for an answer of the target. */
export interface Proxy {
  /** Origin, such as `http://proxy.example:3128`; it holds no credentials. */
  readonly origin: string;
  /** The value of Proxy-Authorization, which is a secret; null where none is sent. */
  readonly authorization: string | null;
  /** The variable that named it. */
  readonly variable: string;
}

/** Bytes beyond which an answer is given up, each as the service sends it, the unpacked body after content decoding. */
export interface ReadSizes {
  readonly head: number;
  readonly body: number;
  readonly unpacked: number;
}

const MEBIBYTE = 1024 * 1024;

/** What holds where nothing is set. */
export const defaultNetwork: NetworkSettings = {
  trust: { authorities: null, insecure: false },
  proxy: null,
  requestsPerSecond: null,
  maxRequests: 1_000_000,
  sizes: { head: 64 * 1024, body: 4 * MEBIBYTE, unpacked: 4 * MEBIBYTE },
  maxDepth: DEFAULT_DEPTH,
};
