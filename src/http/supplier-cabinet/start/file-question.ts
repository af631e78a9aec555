/** What is read before a file of the questionnaire is removed. */
import type { ListedFile } from '../../../acts/onboarding/files.ts';
import { formatShortMoment } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';

const labels = {
  ru: {
    title: 'Удалить файл?',
    file: 'Файл',
    added: 'Добавлен',
    text: 'Оператор его больше не увидит.',
    undo: 'Вернуть можно, только загрузив файл заново.',
    act: 'Удалить файл',
  },
  en: {
    title: 'Remove the file?',
    file: 'File',
    added: 'Added',
    text: 'The operator does not see it any more.',
    undo: 'It comes back only if it is uploaded again.',
    act: 'Remove the file',
  },
};

export function fileQuestion(
  { name, addedAt, addedBy }: ListedFile,
  { back, language }: { back: string; language: Language },
): Question {
  const { title, text, undo, act, file, added } = labels[language];
  const facts = [
    [file, name] as const,
    [added, `${formatShortMoment(addedAt, language)}, ${addedBy}`] as const,
  ];
  return { title, facts, text, undo, act, back };
}
