/** Problems of a template file as a page says them. */
import type { Language } from '../../platform/text/language.ts';
import type { TemplateProblem } from '../../certificates/templates/read-template.ts';
import { templateReasons } from '../../certificates/templates/template-reasons.ts';

const mostNamed = 5;

/** The first problems of a file in one line: `2:14 letter.ru.subject: why`. */
export const problemsText = (problems: readonly TemplateProblem[], language: Language): string =>
  problems
    .slice(0, mostNamed)
    .map(({ line, column, field, reason }) =>
      [`${line}:${column}`, ...(field === '' ? [] : [field]), templateReasons.text(reason, language)].join(
        ' ',
      ),
    )
    .join('; ');
