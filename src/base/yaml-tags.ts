import type { Tags } from 'yaml'

const FLOAT = 'tag:yaml.org,2002:float'

/** The tags of YAML 1.1 as the ecosystem's tools resolve them: times, sexagesimal numbers (`1:30`) and a lone point stay text. */
export const goTags = (tags: Tags): Tags =>
  tags
    .filter((tag) => typeof tag === 'string' || !(tag.format === 'TIME' || tag.tag === 'tag:yaml.org,2002:timestamp'))
    .map((tag) =>
      typeof tag !== 'string' && tag.tag === FLOAT && 'test' in tag && tag.test?.test('.')
        ? { ...tag, test: /^[-+]?(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)$/ }
        : tag,
    )
