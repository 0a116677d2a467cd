export declare function storeyOf(folder: string | null, module?: string): string | null
