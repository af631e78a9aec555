/** Who did it; a command says who was at the shell. */
import type { Language } from '../../platform/text/language.ts';

const command: Record<Language, string> = { ru: 'команда', en: 'command' };

export const actorText = (actorName: string, language: Language): string =>
  actorName.replace(/^command\b/, command[language]);
