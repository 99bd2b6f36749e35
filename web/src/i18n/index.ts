/** The public interface of i18n. */

export { LANGUAGES, type Language } from "./catalogues";
export { date, lasting, listed, number } from "./formats";
export {
  botName,
  cardName,
  cardsWords,
  cardWords,
  cityName,
  clockWords,
  colourName,
  findRoute,
  findTicket,
  numbered,
  personName,
  routeName,
  rulesName,
  seatName,
  ticketName,
  type Vehicle,
} from "./names";
export {
  followLanguage,
  knows,
  language,
  languageReady,
  locale,
  rich,
  speechless,
  spokenLanguage,
  t,
  use,
  type Values,
} from "./translate";
