/**
 * Tells YAML and JSON text from the path of a file. A string is text if it has more than one line, has a colon with a
 * space after it, or is enclosed in braces or brackets. Every other string is a path.
 */
export function isText(given: string): boolean {
  const text = given.trim()
  return (
    /[\r\n]|: /.test(text) ||
    (text.startsWith('{') && text.endsWith('}')) ||
    (text.startsWith('[') && text.endsWith(']'))
  )
}
