import { render } from "preact";
import { App } from "./app/App";
import { registerServiceWorker } from "./app/serviceWorker";
import { followAddress } from "./lib/router";
import { followSettings } from "./lib/settings";
import { followLanguage } from "./i18n";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/measures.css";
import "./styles/base.css";
import "./styles/app.css";

followAddress();
followSettings(document.documentElement);
followLanguage();
registerServiceWorker();
const root = document.getElementById("app");
if (root) render(<App />, root);
