export declare function storeyOf(folder: string | null): string | null
