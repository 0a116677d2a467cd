/** Whether a value is an optional. */
export const isOptional = (
  value: unknown,
): value is { readonly hasValue: () => boolean; readonly value: () => unknown } =>
  typeof value === 'object' && value !== null && 'hasValue' in value && 'orValue' in value
