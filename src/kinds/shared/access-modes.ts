const MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** Formats access modes for a table cell. */
export const accessModesText = (modes: readonly string[] = []): string =>
  MODES.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',')
