/** The game screen: for players, alone or several at one screen, and for spectators. */

import { useComputed, useSignal } from "@preact/signals";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { followBoardBox, forgetBoardBox } from "../lib/boardBox";
import { boardNames, lessMotion, narrow, sideFolded, textMode } from "../lib/settings";
import { t } from "../i18n";
import { Waiting } from "../ui/Waiting";
import { Board } from "../board/Board";
import type { TableStore } from "../table/store";
import { ActionBar } from "./panels/ActionBar";
import { followAlerts } from "./effects/alerts";
import { Announcer } from "./effects/Announcer";
import { attentionOf, staysBack } from "./state/attention";
import { boardPicture } from "./state/boardState";
import { Curtain } from "./panels/Curtain";
import { Dialogs } from "./dialogs/Dialogs";
import { noteRulesKnown } from "./dialogs/Differences";
import { RuleTip } from "./dialogs/RuleTip";
import { noteTaught } from "./dialogs/toldRules";
import { Coaching, FinalScore, TextGame } from "./lazyParts";
import { followFlights } from "./effects/cardFlights";
import { Hand } from "./panels/Hand";
import { followMoments } from "./effects/moments";
import { followShortcuts } from "./effects/shortcuts";
import { followSkipping } from "./effects/skipping";
import { Icon } from "./panels/Icons";
import { Log } from "./panels/Log";
import { Market } from "./panels/Market";
import { MomentStage } from "./panels/MomentStage";
import { Offer } from "./tickets/Offer";
import { Play } from "./state/play";
import { Seats } from "./panels/Seats";
import { Recent, RecentNotes } from "./panels/Recent";
import { Tabs } from "./panels/Tabs";
import { TextModeLink } from "./panels/TextModeLink";
import { TicketStrip } from "./tickets/TicketStrip";
import { Tickets } from "./tickets/Tickets";
import { TopBar } from "./panels/TopBar";
import { TunnelReveal, useTunnel } from "./panels/TunnelReveal";
import { Bubbles } from "./talk/Bubbles";
import { TalkButton, TalkDialog } from "./talk/TalkDialog";
import { followTalk, hasCompany } from "./talk/utterances";
import "../styles/board.css";
import "../styles/play.css";
import "../styles/play-wide.css";
import "../styles/play-narrow.css";
import "../styles/play/moments.css";
import "../styles/play/rule-tip.css";
import "../styles/play/talk.css";

export function GameScreen({ store }: { store: TableStore }) {
  const play = useMemo(() => new Play(store), [store]);
  useEffect(() => play.state.begin(), [play]);
  useEffect(() => followAlerts(play), [play]);
  useEffect(() => followTalk(play), [play]);
  useEffect(() => followFlights(play), [play]);
  useEffect(() => followMoments(play), [play]);
  const over = useComputed(() => store.table.value?.status === "over").value;
  useEffect(() => {
    if (over) noteRulesKnown(play);
    if (over && play.store.table.peek()?.options.lesson) noteTaught(play.store.table.peek()?.rules.id ?? "");
  }, [over]);
  useEffect(() => FinalScore.fetch(), []); // preload during the game, so that the scores appear at once
  return (
    <>
      <Scene play={play} />
      <Coaching play={play} />
      {over && hasCompany(play) && <TalkButton play={play} />}
      <TalkDialog play={play} />
      <Bubbles play={play} />
    </>
  );
}

/** The game, the game in words, or the final score. */
function Scene({ play }: { play: Play }) {
  const { store } = play;
  const known = useComputed(() =>
    Boolean(store.view.value && store.table.value && store.rules.value && store.drawing.value),
  );
  if (!known.value) return <Waiting />;
  return textMode.value ? <TextGame play={play} /> : <Acts play={play} />;
}

type Act = "game" | "curtain" | "leaving" | "ending";

/** The game, then the final score. In between, the game lies below: its board is seen until the other one is painted.
 * Then it leaves, a part a frame. */
function Acts({ play }: { play: Play }) {
  const { table } = play.store;
  const ended = useComputed(() => table.value?.status === "over" && table.value.result !== null).value;
  const act = useSignal<Act>(ended ? "ending" : "game");
  const leave = useCallback(() => {
    if (act.peek() === "curtain") act.value = "leaving";
  }, []);
  const close = useCallback(() => (act.value = "ending"), []);
  useEffect(() => forgetBoardBox, []);
  useLayoutEffect(() => {
    if (!ended) act.value = "game";
  }, [ended]);
  useEffect(() => {
    if (!ended || act.peek() !== "game") return;
    act.value = lessMotion.peek() || !FinalScore.ready() ? "ending" : "curtain"; // the last move is on the screen
  }, [ended]);
  return (
    <>
      {act.value !== "ending" && <Screen play={play} whenGone={act.value === "leaving" ? close : undefined} />}
      {act.value !== "game" && <Ended play={play} whenDrawn={leave} />}
    </>
  );
}

function Ended({ play: { store }, whenDrawn }: { play: Play; whenDrawn: () => void }) {
  const [table, rules, drawing] = [store.table.value, store.rules.value, store.drawing.value];
  if (!table || !rules || !drawing) return null;
  const takeBack = () => store.takeBack();
  return <FinalScore {...{ table, rules, drawing, takeBack, whenDrawn }} sights={store.sights.value} />;
}

interface ScreenProps {
  play: Play;
  /** Called once the game has been taken away, a part a frame; without it, it stays. */
  whenGone?: (() => void) | undefined;
}

/** Its panels follow the position each for itself: nothing here changes with a move, or all would be drawn again. */
export function Screen({ play, whenGone }: ScreenProps) {
  useEffect(() => followShortcuts(play), [play]); // only where the buttons they stand for are visible
  useEffect(() => followSkipping(play), [play]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => followBoardBox(place.current), []);
  const drawing = play.store.drawing.value;
  const tall = drawing !== null && drawing.height > drawing.width;
  const phase = useComputed(() => play.state.view.value?.phase);
  return (
    <div
      class={`game ${tall ? "tall" : "wide"} ${sideFolded.value ? "folded" : ""} ${play.state.hotSeat.value ? "hot-seat" : ""} ${whenGone ? "leaving" : ""}`}
      data-tab={play.state.tab}
      data-phase={phase}
    >
      {!whenGone && <TextModeLink />}
      {!whenGone && <TopBar play={play} />}
      <main ref={place} class="game-board" data-coach="board claimable">
        <BoardPane play={play} whenGone={whenGone} />
        {!whenGone && <RuleTip play={play} />}
        {!whenGone && <MomentStage play={play} />}
      </main>
      {!whenGone && <Panels play={play} />}
    </div>
  );
}

function Panels({ play }: { play: Play }) {
  return (
    <>
      <Recent play={play} />
      <div class="dock">
        <ActionBar play={play} />
        <Dock play={play} />
      </div>
      <FoldButton />
      <aside class="side" data-covers hidden={sideFolded.value}>
        <Seats play={play} />
        {!play.state.veiled.value && <Tickets play={play} />}
        {!play.state.veiled.value && <Log play={play} />}
      </aside>
      <Tabs play={play} />
      <Dialogs play={play} />
      <Announcer play={play} />
    </>
  );
}

function Dock({ play }: { play: Play }) {
  const offering = useComputed(() => isOffering(play)).value;
  if (play.state.veiled.value) {
    return (
      <div class="dock-cards veiled">
        <Market play={play} />
        <Curtain play={play} />
      </div>
    );
  }
  return (
    <>
      {offering && <Offer play={play} />}
      <div class={`dock-cards ${offering ? "offering" : ""}`}>
        <Market play={play} />
        <Hand play={play} />
      </div>
    </>
  );
}

function isOffering({ state: { view, legal } }: Play): boolean {
  const phase = view.value?.phase;
  return (phase === "opening" || phase === "tickets") && legal.value !== null;
}

/** Folds the panels beside the board away; narrow screens have tabs instead. */
function FoldButton() {
  const folded = sideFolded.value;
  return (
    <button
      type="button"
      class="side-fold"
      aria-expanded={!folded}
      aria-label={t("play.panels")}
      title={t("play.panels")}
      onClick={() => {
        sideFolded.value = !folded;
      }}
    >
      <Icon name={folded ? "unfold" : "fold"} />
    </button>
  );
}

function BoardPane({ play, whenGone }: ScreenProps) {
  const { rules, drawing } = play.store;
  const state = useMemo(() => boardPicture(play.state), [play]);
  const choose = useMemo(() => (route: string) => play.actions.chooseRoute(route), [play]);
  const pick = useMemo(() => (city: string) => play.state.chooseCity(city), [play]);
  const attempt = useTunnel(play);
  if (!rules.value || !drawing.value) return null;
  return (
    <Board
      drawing={drawing.value}
      rules={rules.value.board}
      state={state.value}
      onRoute={choose}
      onCity={pick}
      vehicle={rules.value.vehicle}
      fewNames={boardNames.value === "wanted"}
      whenGone={whenGone}
      seatNames={play.state.names.value}
      attention={attentionOf(play.state)}
      overview={staysBack(play.state)}
      above={narrow.value && <RecentNotes play={play} />}
      below={narrow.value && <TicketStrip play={play} />}
      panel={narrow.value && play.state.tab.value !== "hand" ? play.state.tab.value : null}
      callout={attempt && { route: attempt.route, content: <TunnelReveal play={play} attempt={attempt} /> }}
    />
  );
}
