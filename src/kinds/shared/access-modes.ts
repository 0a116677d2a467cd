const MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** Access modes as tables print them. */
export const accessModesText = (modes: readonly string[] = []): string =>
  MODES.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',')
