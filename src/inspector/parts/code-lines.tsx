import type { YamlLine } from '../model/yaml-lines.js'

/** Lines of YAML. */
export const CodeLines = ({ label, lines }: { readonly label: string; readonly lines: readonly YamlLine[] }) => (
  <div class="code plain-code" role="region" aria-label={label} tabIndex={0}>
    {lines.map((line, i) => (
      <div key={i} class="line">
        <Words line={line} />
      </div>
    ))}
  </div>
)

/** Returns the style that indents the continuation of a long line. */
export const hanging = (indent: number) => ({ '--indent': `${indent + 2}ch` })

/** The contents of one line. */
export const Words = ({ line: { indent, key, value, type } }: { readonly line: YamlLine }) => (
  <span class="words" style={hanging(indent)}>
    {' '.repeat(indent)}
    <span class="key">{key}</span>
    <span class={type}>{value}</span>
  </span>
)
