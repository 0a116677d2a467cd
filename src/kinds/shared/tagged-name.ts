import { type Issue, declared } from '../../base/errors/issue.js'
import { maxLabelLength, maxLength } from '../../base/rules/texts.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'

const LONGEST_NAME = 253

/** Since v1.35 a tag tells what is wrong with a name, and nothing what is wrong with the beginning of one. */
export const taggedName = (issues: readonly Issue[]): readonly Issue[] =>
  runsAtLeast('1.35')
    ? issues
        .filter(({ field }) => field !== 'metadata.generateName')
        .map((issue) =>
          issue.field === 'metadata.name' && issue.reason === 'FieldValueInvalid'
            ? declared({
                ...issue,
                message: issue.message.replace(maxLength(LONGEST_NAME), maxLabelLength(LONGEST_NAME)),
              })
            : issue,
        )
    : issues
