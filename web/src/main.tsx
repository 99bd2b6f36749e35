import { render } from "preact";
import { App } from "./app/App";
import { installOffline } from "./app/offline";
import { followAddress } from "./app/router";
import { followSettings } from "./app/settings";
import { followLanguage } from "./language/language";
import "./styles/tokens.css";
import "./styles/measures.css";
import "./styles/base.css";
import "./styles/app.css";

followAddress();
followSettings(document.documentElement);
followLanguage();
installOffline();
const root = document.getElementById("app");
if (root) render(<App />, root);
