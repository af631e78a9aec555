/** Why a second person could not be asked. */
import { maxAttachmentBytes, mostOpenApprovals } from '../../people/approvals/approvals.ts';
import type { Language } from '../../platform/text/language.ts';
import type { NotAsked } from '../../people/approvals/hold-back.ts';

const mostMegabytes = maxAttachmentBytes / 1_000_000;

const texts: Record<Language, Record<NotAsked, string>> = {
  ru: {
    'too-many': `Не передано на решение: уже ждут ${mostOpenApprovals}.`,
    'too-big': `Не передано на решение: файл больше ${mostMegabytes} МБ.`,
  },
  en: {
    'too-many': `It could not be asked for: ${mostOpenApprovals} approvals are open already.`,
    'too-big': `It could not be asked for: the file is larger than ${mostMegabytes} MB.`,
  },
};

export const notAskedText = (why: NotAsked, language: Language): string => texts[language][why];
