"""PPO and DQN by Stable-Baselines3, on one core: windows → a `Net`. The only door to torch; needs the extra `rl`."""

import time
from typing import Any

import numpy as np
import torch
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.callbacks import BaseCallback

from thresher.plan.rl.game import Game
from thresher.plan.rl.many import ManyPlans
from thresher.plan.rl.net import Layer, Net
from thresher.plan.rl.policies import mean_value
from thresher.plan.rl.rewards import Rules
from thresher.plan.rl.training import Progress, Training, Watch
from thresher.plan.rl.windows import Windows

AT_ONCE = 64
HIDDEN = (64, 64)
NEARER = 0.3
"""How much less likely, as a logarithm, an hour is at first than the hour before it."""


def _falling(left: float) -> float:
    """The rate of learning, when this share of the training is left."""
    return 1e-4 + 1e-3 * left


# A plan has 24 moves at most, so later rewards need not count less. Twice the rounds, smaller batches and shorter
# rollouts were within 0.4 % of the oracle, on windows kept for checks.
PPO_SETTINGS: dict[str, Any] = {
    "n_steps": 48, "batch_size": 512, "n_epochs": 8, "learning_rate": _falling, "gamma": 1.0, "gae_lambda": 0.95,
    "ent_coef": 0.003,
}  # fmt: skip
DQN_SETTINGS: dict[str, Any] = {
    "learning_rate": 1e-3, "buffer_size": 50_000, "learning_starts": 2_000, "batch_size": 256, "train_freq": 1,
    "gradient_steps": 4, "target_update_interval": AT_ONCE, "exploration_fraction": 0.3, "exploration_final_eps": 0.05,
    "gamma": 1.0,
}  # fmt: skip


def fit_deep(name: str, learn: Windows, check: Windows, rules: Rules, training: Training, watch: Watch) -> Net:
    """Learn on some windows; of the policies on the way, the one that is best on others is kept."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        plans = ManyPlans(Game(learn, rules, AT_ONCE, training.seed))
        model = _make(name, plans, training.seed)
        callback = _Looks(name, rules, check, training, watch)
        model.learn(training.steps, callback=callback)
        callback.look()
    finally:
        torch.set_num_threads(threads)
    assert isinstance(watch.best, Net)
    return watch.best


def _make(name: str, plans: ManyPlans, seed: int) -> PPO | DQN:
    shape = {"net_arch": list(HIDDEN)}
    if name == "ppo":
        model = PPO("MlpPolicy", plans, seed=seed, device="cpu", policy_kwargs=shape, **PPO_SETTINGS)
        _prefer_near_hours(model)
        return model
    return DQN("MlpPolicy", plans, seed=seed, device="cpu", policy_kwargs=shape, **DQN_SETTINGS)


def _prefer_near_hours(model: PPO) -> None:
    """Let sparse plans begin with crawls close to each other: at random they end after two, which shows little."""
    last: Any = model.policy.action_net
    if last.out_features > 2:
        with torch.no_grad():
            last.bias.copy_(-NEARER * torch.arange(last.out_features))


class _Looks(BaseCallback):
    """Tries the policy now and then, and ends training that has stalled."""

    def __init__(self, name: str, rules: Rules, check: Windows, training: Training, watch: Watch) -> None:
        super().__init__()
        self._name, self._rules, self._check = name, rules, check
        self._all, self._watch = training, watch
        # PPO changes after whole rollouts only: looks in between would count as if nothing had been learned.
        self._every = max(AT_ONCE * PPO_SETTINGS["n_steps"], training.steps // training.looks)
        self._next = self._every
        self._began = time.process_time()

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            self._next += self._every
            self.look()
        return not self._watch.has_stalled

    def look(self) -> None:
        """Try the policy as it is."""
        net = to_net(self._name, self.model, self._rules)
        value = mean_value(net, self._check, self._rules)
        seconds = time.process_time() - self._began
        self._watch.see(Progress(self._name, self.num_timesteps, self._all.steps, value, seconds), net)


def to_net(name: str, model: Any, rules: Rules) -> Net:
    """The network of a model as plain numbers."""
    if name == "ppo":
        parts, bend = [*model.policy.mlp_extractor.policy_net, model.policy.action_net], "tanh"
    else:
        parts, bend = list(model.q_net.q_net), "relu"
    layers = tuple(
        Layer(_numbers(part.weight), _numbers(part.bias)) for part in parts if isinstance(part, torch.nn.Linear)
    )
    return Net(name, rules, layers, bend)


def _numbers(values: Any) -> Any:
    return np.array(values.detach().cpu().numpy(), dtype=np.float32)
