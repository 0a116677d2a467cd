/** The release of fakecluster this is; that of package.json. */
export const VERSION = '0.1.0'
