/**
 * A rule for oxlint: a regular expression takes a time that grows with its text, not with the square of it or faster
 * (docs/decisions/0094). Of those that the rule wrongly damns, a comment beside them says why.
 */
import scslre from 'scslre';

const rule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const judge = (node, source, flags) => {
      for (const { type, character, exponential } of superLinear(source, flags))
        context.report({
          node,
          message: `This regular expression takes ${exponential ? 'exponential' : 'more than linear'} time on many ${character.pick} (${type}).`,
        });
    };
    return {
      Literal(node) {
        if (node.regex) judge(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression(node) {
        const [source, flags] = node.arguments;
        if (node.callee.name === 'RegExp' && typeof source?.value === 'string')
          judge(node, source.value, typeof flags?.value === 'string' ? flags.value : '');
      },
    };
  },
};

function superLinear(source, flags) {
  try {
    return scslre.analyse({ source, flags }).reports;
  } catch (problem) {
    return [{ type: `not judged: ${problem.message}`, character: { pick: 'signs' } }];
  }
}

export default { meta: { name: 'facevalue' }, rules: { 'linear-regexp': rule } };
