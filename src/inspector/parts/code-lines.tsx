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

/** What is too long for a line goes on below its beginning, a little to the right. */
export const hanging = (indent: number) => ({ '--indent': `${indent + 2}ch` })

/** What one line says. */
export const Words = ({ line: { indent, key, value, type } }: { readonly line: YamlLine }) => (
  <span class="words" style={hanging(indent)}>
    {' '.repeat(indent)}
    <span class="key">{key}</span>
    <span class={type}>{value}</span>
  </span>
)
