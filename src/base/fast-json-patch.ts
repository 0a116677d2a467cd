import exported from 'fast-json-patch'

// fast-json-patch is CommonJS for Node and has no named exports in native ESM: its functions are picked from the default export, which every loader offers.
export const { applyOperation, escapePathComponent, unescapePathComponent } = exported
