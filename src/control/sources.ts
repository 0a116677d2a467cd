import { type Source, isSource } from '../source/input.js'

/** The texts of a body: the body itself, or, where that is a JSON list of `{ name, text }`, those in it. */
export function sourcesOf(body: string, name: string): readonly Source[] {
  const several = body.trimStart().startsWith('[') ? listed(body) : undefined
  return several ?? [{ name, text: body }]
}

function listed(body: string): readonly Source[] | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return Array.isArray(value) && value.length > 0 && value.every(isNamedText) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isNamedText = (value: unknown): value is Source => typeof value === 'object' && value !== null && isSource(value)
