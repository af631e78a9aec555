/** Pages that are made of docs/openapi.json: the list of operations, each operation, the errors. */
import { languages, type Language } from '../repository.ts';
import { adviceOf } from './error-advice.ts';
import { fieldTable } from './field-table.ts';
import { readOpenApi, type OpenApi, type Operation } from './open-api.ts';
import { inLanguage, referenceLabels } from './reference-labels.ts';
import { samplesOfCall } from './sample-code.ts';
import { fieldsOfCall } from './sample-fields.ts';

export interface MadePage {
  /** Where it would be as a file, so that links to and from it work like all others. */
  file: string;
  text: string;
}

export function referencePages(): MadePage[] {
  const api = readOpenApi();
  return languages.flatMap((language) => {
    const folder = language === 'ru' ? 'docs/ru' : 'docs';
    return [
      { file: `${folder}/reference.md`, text: listPage(api, language) },
      { file: `${folder}/errors.md`, text: errorsPage(api, language) },
      ...api['x-operations'].map((operation) => ({
        file: `${folder}/reference/${operation.cmd}.md`,
        text: operationPage(api, operation, language),
      })),
    ];
  });
}

function listPage(api: OpenApi, language: Language): string {
  const labels = referenceLabels[language];
  const rows = api['x-operations'].map(
    ({ cmd, title }) => `| [\`${cmd}\`](reference/${cmd}.md) | ${inLanguage(title, language)} |`,
  );
  return `# ${labels.title}\n\n${labels.lead}\n\n| ${labels.operation} | ${labels.does} |\n|---|---|\n${rows.join('\n')}\n`;
}

function operationPage(api: OpenApi, { cmd, title, errors }: Operation, language: Language): string {
  const labels = referenceLabels[language];
  const answer = api.components.schemas[`${cmd}Answer`] ?? {};
  const request = api.components.schemas[`${cmd}Request`] ?? {};
  const fields = fieldsOfCall[cmd];
  if (fields === undefined) throw new Error(`sample-fields.ts has no call of ${cmd}.`);
  const samples = samplesOfCall(cmd, fields).map(
    (sample) => `**${sample.title}**\n\n\`\`\`${sample.language}\n${sample.code}\n\`\`\``,
  );
  const examples = (answer.examples ?? []).map(
    (example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  );
  return `# ${cmd}

${inLanguage(title, language)}. ${labels.more(cmd)}

## ${labels.request}

${fieldTable(api, request, language, true)}

## ${labels.answer}

\`data\`:

${fieldTable(api, answer.properties?.['data'] ?? {}, language, false)}

${labels.example}

${examples.join('\n\n')}

## ${labels.calls}

${labels.environment}

${samples.join('\n\n')}

## ${labels.errors}

${errorTable(api, errors, language, '../errors.md')}
`;
}

function errorTable(api: OpenApi, codes: readonly number[], language: Language, page: string): string {
  const labels = referenceLabels[language];
  const rows = api['x-errors']
    .filter(({ code }) => codes.includes(code))
    .map(
      ({ code, retry }) =>
        `| [${code}](${page}#${code}) | ${adviceOf[language][code].meaning} | ${labels.retry[retry]} |`,
    );
  return `| ${labels.code} | ${labels.meaning} | ${labels.again} |\n|---|---|---|\n${rows.join('\n')}`;
}

function errorsPage(api: OpenApi, language: Language): string {
  const labels = referenceLabels[language];
  const sections = api['x-errors'].map(({ code, retry }) => {
    const { meaning, cause, act } = adviceOf[language][code];
    return `## ${code}\n\n**${meaning}.**\n\n- ${labels.cause}: ${cause}\n- ${labels.again} ${labels.retry[retry]}\n- ${labels.act}: ${act}`;
  });
  const all = api['x-errors'].map(({ code }) => code);
  return `# ${labels.errors}\n\n${labels.errorsLead}\n\n${errorTable(api, all, language, '')}\n\n${sections.join('\n\n')}\n`;
}
