export declare const CHUNKS: readonly string[]
export declare function storeyOf(module: string): string | null
export declare function roomOf(module: string): string | null
