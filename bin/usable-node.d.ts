export declare const RUNNING_NODE: string;
export declare const OLDEST_NODE: string;
export declare const NODE_PACKAGES: Readonly<Record<string, string>>;
export declare const USAGE: 3;
export declare const NO_USABLE_NODE: string;
export declare function isUsable(version: string): boolean;
export declare function usableNode(version?: string): string | null;
